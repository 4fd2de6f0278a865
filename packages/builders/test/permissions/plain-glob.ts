/** A slow and obvious reading of globs, to hold the fast one against: a `@` at the start of a path is matched by itself alone. */

export function globMatches(glob: readonly string[], path: readonly string[], isStart = true): boolean {
  const [segment, ...rest] = glob;
  const [name, ...names] = path;
  if (segment === undefined) return name === undefined;
  const isSign = isStart && name?.startsWith("@") === true;
  if (segment === "**") {
    if (name === undefined || name.startsWith(".") || isSign)
      return rest.length > 0 && globMatches(rest, path, isStart);
    return rest.length === 0
      ? names.every((one) => !one.startsWith("."))
      : globMatches(rest, path, isStart) || globMatches(glob, names, false);
  }
  if (name === undefined || (isSign && !segment.startsWith("@"))) return false;
  return segmentMatches(segment, name) && globMatches(rest, names, false);
}

function segmentMatches(segment: string, name: string): boolean {
  return (
    segment.startsWith(".") === name.startsWith(".") && choices(segment).some((choice) => textMatches(choice, name))
  );
}

/** Every way to pick one item of every list. */
function choices(segment: string): readonly string[] {
  const list = /\{([^{}]*)\}/.exec(segment);
  if (list === null) return [segment];
  const [before, after] = [segment.slice(0, list.index), segment.slice(list.index + list[0].length)];
  return (list[1] as string).split(",").flatMap((item) => choices(`${before}${item}${after}`));
}

function textMatches(glob: string, name: string): boolean {
  if (glob === "") return name === "";
  const [first, rest] = [glob.slice(0, 1), glob.slice(1)];
  if (first === "*") return textMatches(rest, name) || (name !== "" && textMatches(glob, name.slice(1)));
  if (name === "") return false;
  if (first === "?") return textMatches(rest, name.slice(1));
  if (first !== "[") return first === name[0] && textMatches(rest, name.slice(1));
  const end = glob.indexOf("]");
  return new RegExp(`^${glob.slice(0, end + 1)}`).test(name) && textMatches(glob.slice(end + 1), name.slice(1));
}
