import type { Context } from 'hono'
import type { Sender } from './sender.ts'

/** The responses of both origins besides their documents: health, refusals, and error texts. */
export const refusals = (send: Sender) => ({
  unknownProject: (context: Context) =>
    send.words(
      context,
      403,
      'This project is not known here',
      'Check the project id that the page passes to the wallet.',
    ),
  noDocument: (context: Context) =>
    send.words(context, 403, 'This is a document', 'Open it in a window or a frame: it is no picture and no script.'),
  /** `seconds`: until this client may retry. */
  tooMany: (context: Context, seconds: number) => {
    context.header('retry-after', String(seconds))
    return send.words(context, 429, 'Too many requests', 'Wait a moment, then try again.')
  },
  unavailable: (context: Context) => {
    context.header('retry-after', '5')
    return send.words(
      context,
      503,
      'The wallet is not available right now',
      'Its service cannot be reached, so it cannot be said which pages may show the wallet. Please try again in a moment.',
    )
  },
})
