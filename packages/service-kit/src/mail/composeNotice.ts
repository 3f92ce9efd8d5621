import { getLanguage } from '@latchkey/copy'
import { t } from '@latchkey/copy/mail'
import { composeMail } from './composeMail.ts'
import type { Mail } from './mail.ts'

/** The context of a change to a wallet, shown in case its owner didn't make it. */
export type Notice = {
  to: string
  /** The wallet's own page, where the change can be undone. */
  walletUrl: string
  browser: string
  /** The network, coarse. */
  place: string
  at: Date
}

/** The texts of a security notice; `notYou` explains what to do about an unexpected change. */
export type NoticeWords = { title: string; text: string; notYou: string }

/** Composes a mail that notifies a wallet's owner of an important change, and explains what to do if they didn't make it. */
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
