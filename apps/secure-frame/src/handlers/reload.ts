import type { Handler } from './HandlerDeps.ts'

/** A soft reset: the host has dropped whatever waits for a person. Who is signed in stays. */
export const reload: Handler<'RELOAD'> = () => async () => undefined
