import { addressInLanguage } from '../language/addressInLanguage.ts'
import { loadingPath } from '../session/windowPaths.ts'
import { openWindowLine, type WindowLine } from './openWindowLine.ts'

/** As wide as a phone, as high as providers' pages are, in CSS pixels. */
const size = { width: 480, height: 720 }

/** A window in which a person signs in at a provider. */
export type SignInWindow = {
  /** Whether the browser has opened it. */
  readonly isOpen: boolean
  /** Send it there. It is heard from when it comes back, as the one of that attempt, wherever it was opened. */
  go(uri: string, attemptId: string, onResult: (resultUri: string) => void): void
  /** It is not heard any more; one that was sent nowhere closes. */
  end(): void
}

/**
 * Opens a window in the click of a person who is on the wallet's own page. That page keeps no hold of it: they talk on a line
 * whose name this one knows first, then on that of the attempt.
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
