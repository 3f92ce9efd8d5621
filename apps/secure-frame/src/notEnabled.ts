import { AppError } from '@latchkey/protocol'

/** In the place of what this deployment does not have: a handler or a screen that refuses. */
export const notEnabled = async (): Promise<never> => {
  throw new AppError('NOT_ENABLED')
}
