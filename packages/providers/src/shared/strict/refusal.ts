/** Why a schema cannot be said in a provider's strict form. */

export interface Refused {
  /** JSON Pointer in the parameters; names that somebody made up appear as `*`. */
  readonly path: string;
  readonly reason: string;
}

export type Refuse = (path: string, reason: string) => void;

/** Remembers the first reason. */
export interface StrictRefusal {
  readonly refuse: Refuse;
  first(): Refused | undefined;
}

export function createRefusal(): StrictRefusal {
  let found: Refused | undefined;
  return {
    refuse: (path, reason) => {
      found ??= { path, reason };
    },
    first: () => found,
  };
}
