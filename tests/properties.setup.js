/** Lets every property start from the seed of the run, and run so often as a quick or a full run wants. */
import fc from "fast-check";
import { PROPERTY_SEED, propertyRuns } from "../tools/sampler/dist/properties.js";

fc.configureGlobal({ seed: PROPERTY_SEED, numRuns: propertyRuns(100) });
