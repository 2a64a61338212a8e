/** Where the parts below the server tell what happened; pino's logger fits. Contexts never hold a secret or a schedule's content. */
export interface Log {
  info(context: object, message: string): void
  warn(context: object, message: string): void
  error(context: object, message: string): void
}

/** Says nothing: for tests, and for commands that only administer. */
export const SILENT_LOG: Log = { info() {}, warn() {}, error() {} }
