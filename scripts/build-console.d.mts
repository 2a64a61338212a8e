/** Builds the console into build/console when it is not built of these sources. `node`: what to build with. Null, or what went wrong. */
export declare function buildConsole(node: string): string | null
