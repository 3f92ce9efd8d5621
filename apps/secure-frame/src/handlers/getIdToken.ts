import { AppError } from '@latchkey/protocol'
import type { Handler } from './HandlerDeps.ts'

/** A token for the page's server, as `giveIdToken` gives it. Profile 4 has none. */
export const getIdToken: Handler<'GET_ID_TOKEN'> = (deps) => async (payload, call) => {
  if (call.context.profile !== 5) throw new AppError('NOT_ENABLED')
  const { giveIdToken } = await import('./wallet/giveIdToken.ts')
  return await giveIdToken(deps)(payload, call)
}
