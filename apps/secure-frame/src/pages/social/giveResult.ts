import { openWindowLine } from '../../login/openWindowLine.ts'

/** The time limit for the answer of the wallet's own page, in milliseconds. */
const timeoutMs = 1_500

/** Returns the page that has opened this window, while it is there; browsers don't reveal its origin. */
export const openerOf = ({ opener }: Pick<Window, 'opener'>): Window | null => {
  const page = opener as Window | null
  return page === null || page.closed ? null : page
}

/**
 * Sends a result to its page: to the wallet's own page on their channel, to any other through the opener, and only to that
 * exact origin. Returns whether there was such a page; a different opener receives nothing.
 */
export const giveResult = (
  window: Pick<Window, 'opener' | 'location'>,
  resultUri: string,
  { origin, attempt }: { origin: string; attempt: string },
): Promise<boolean> => {
  if (origin === window.location.origin) return giveToOwnPage(resultUri, attempt)
  const page = openerOf(window)
  if (page === null) return Promise.resolve(false)
  page.postMessage({ resultUri }, origin)
  return Promise.resolve(true)
}

const giveToOwnPage = (resultUri: string, attempt: string): Promise<boolean> =>
  new Promise((resolve) => {
    const end = (isTaken: boolean): void => {
      clearTimeout(timer)
      line.close()
      resolve(isTaken)
    }
    const line = openWindowLine(attempt, ({ kind }) => {
      if (kind === 'taken') end(true)
    })
    const timer = setTimeout(() => end(false), timeoutMs)
    line.send({ kind: 'result', resultUri })
  })
