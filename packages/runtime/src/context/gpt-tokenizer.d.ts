/** What the declarations of gpt-tokenizer take for a global type, as it is in browsers. */

type TextDecoder = import("node:util").TextDecoder;
