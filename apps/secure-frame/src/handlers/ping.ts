import type { Handler } from './HandlerDeps.ts'

/** The page asks whether this document is alive. */
export const ping: Handler<'PING'> = () => async () => undefined
