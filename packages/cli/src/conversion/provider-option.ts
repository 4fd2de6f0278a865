/** The options that name the provider that a conversation comes from or goes to, and what its server reads. */

import { PROVIDER_NAMES, REASONING_MEMBERS } from "@parlance/providers/provider-names";
import { Option } from "commander";

/** It has to be given. Only the names are imported: loading the providers takes longer than the other commands need to start. */
export function providerOption(flag: "--from" | "--to", description: string): Option {
  return new Option(`${flag} <provider>`, description).choices(PROVIDER_NAMES).makeOptionMandatory();
}

/** Of other providers it says nothing. */
export function reasoningOption(): Option {
  const description = "the member that a server that speaks Chat Completions reads reasoning from";
  return new Option("--reasoning-member <name>", description).choices(REASONING_MEMBERS);
}
