import { addressInLanguage } from '../language/addressInLanguage.ts'
import { loadingPath } from '../session/windowPaths.ts'
import { openWindowLine, type WindowLine } from './openWindowLine.ts'

/** A phone's width and the height of providers' pages, in CSS pixels. */
const size = { width: 480, height: 720 }

/** A window in which a user signs in at a provider. */
export type SignInWindow = {
  /** True if the browser has opened it. */
  readonly isOpen: boolean
  /** Sends it there. Listens for its return, under that attempt's name, wherever it was opened. */
  go(uri: string, attemptId: string, onResult: (resultUri: string) => void): void
  /** Stops listening; a window that was sent nowhere closes. */
  end(): void
}

/**
 * Opens a window in the click of a user on the wallet's own page. That page has no reference to it: they communicate on a
 * channel whose name the window knows first, then on that of the attempt.
 */
export const openSignInWindow = (self: Pick<Window, 'open'>): SignInWindow => {
  const name = crypto.randomUUID()
  const lines: WindowLine[] = []
  let address: string | null = null
  const lead = openWindowLine(name, ({ kind }) => {
    if (kind === 'ready' && address !== null) lead.send({ kind: 'go', uri: address })
  })
  lines.push(lead)
  const opened = self.open(
    `${addressInLanguage(loadingPath)}#${name}`,
    '_blank',
    `popup,width=${size.width},height=${size.height}`,
  )
  return {
    isOpen: opened !== null,
    go(uri, attemptId, onResult) {
      address = uri
      lead.send({ kind: 'go', uri })
      const back = openWindowLine(attemptId, (message) => {
        if (message.kind !== 'result') return
        back.send({ kind: 'taken' })
        onResult(message.resultUri)
      })
      lines.push(back)
    },
    end() {
      lead.send({ kind: 'end' })
      for (const line of lines) line.close()
    },
  }
}
