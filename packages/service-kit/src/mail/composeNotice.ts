import { getLanguage } from '@latchkey/copy'
import { t } from '@latchkey/copy/mail'
import { composeMail } from './composeMail.ts'
import type { Mail } from './mail.ts'

/** Who changed a wallet: the mail says it, for the case that its owner did not. */
export type Notice = {
  to: string
  /** The wallet's own page, where it is changed back. */
  walletUrl: string
  browser: string
  /** Network, coarse. */
  place: string
  at: Date
}

/** The texts of a security notice; `notYou` says what to do about an unknown change. */
export type NoticeWords = { title: string; text: string; notYou: string }

/** A mail that tells the owner of a wallet that something of weight was changed, and what to do if it was somebody else. */
export const composeNotice = ({ to, walletUrl, browser, place, at }: Notice, words: NoticeWords): Mail =>
  composeMail({
    to,
    title: words.title,
    preview: t('notice.preview', { browser }),
    blocks: [
      { is: 'text', text: words.text },
      {
        is: 'facts',
        rows: [
          [t('device'), browser],
          [t('network'), place],
          [t('time'), timeOf(at)],
        ],
      },
      { is: 'text', text: words.notYou },
      { is: 'button', label: t('notice.openWallet'), url: walletUrl },
      { is: 'note', text: t('notice.always') },
    ],
  })

/** Returns a time as `Mar 1, 2026, 12:00 PM UTC`: a mail can't know the reader's time zone. */
const timeOf = (at: Date): string =>
  at.toLocaleString(getLanguage(), {
    timeZone: 'UTC',
    timeZoneName: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
