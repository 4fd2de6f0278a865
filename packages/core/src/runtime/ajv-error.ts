/** The types at the seam between the generated detailed validators and the explainer that reads their errors. */

/** One error as ajv reports it; `params` and `propertyName` may hold content and never leave the explainer. */
export interface AjvError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The key, when the error is about the name of a property. */
  readonly propertyName?: string;
}

/**
 * Steps that lead to maps: a property name, `[]` for the items of an array, `*` for the values of a map;
 * `&` lists definitions whose steps apply at the same place.
 */
export interface MapPlace {
  readonly [step: string]: MapPlace | readonly string[];
}

/** By definition; those through which no map is reached are left out. */
export type MapPlaces = Readonly<Record<string, MapPlace>>;

/** What the generated validators of one version export. */
export interface Validators {
  /** Errors after which a validator looks no further. */
  readonly ENOUGH_ERRORS: number;
  readonly MAP_PLACES: MapPlaces;
  readonly errorsOf: (definition: string, value: unknown) => readonly AjvError[];
}
