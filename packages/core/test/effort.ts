/** How much work something is, whatever the machine: counted in megabytes of plain JSON that could have been read meanwhile. */

const MEGABYTE = `[${"[1,true,null],".repeat(75_000)}0]`;
const READINGS = 3;

let isWarm = false;

/** The processor time of this process in milliseconds, whatever else the machine does meanwhile. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function readMegabytes(): void {
  for (let reading = 0; reading < READINGS; reading += 1) JSON.parse(MEGABYTE);
}

/** Begins to count; what it gives tells the work since then, in megabytes of JSON. */
export function countEffort(): () => number {
  if (!isWarm) readMegabytes();
  isWarm = true;
  const started = processorTime();
  return () => {
    const work = processorTime() - started;
    const readingStarted = processorTime();
    readMegabytes();
    return (work * READINGS) / (processorTime() - readingStarted);
  };
}
