import { t } from '@latchkey/copy/localMoney'
import { html } from 'hono/html'
import { type Html, localPage } from '../pages/localPage.ts'

/** Renders a page of a local provider. `title` is the name that users see. */
const moneyPage = (title: string, heading: string, content: Html): Html =>
  localPage(
    {
      documentTitle: t('documentTitle', { heading, provider: title }),
      badge: t('badge', { provider: title }),
      heading,
    },
    content,
  )

/** The action of a choice on the page. */
export type Choice = 'pay' | 'payLater' | 'decline' | 'expire' | 'deliver' | 'accept' | 'declineSale' | 'payOut'

/** The purchase or payment, and the remaining choices. */
export type PayPageProps = {
  title: string
  heading: string
  summary: string
  address: string
  /** The outcome; null before a choice. */
  outcome: string | null
  choices: readonly { choice: Choice; label: string }[]
}

export const payPage = ({ title, heading, summary, address, outcome, choices }: PayPageProps): Html =>
  moneyPage(
    title,
    heading,
    html`
      <p>${summary}</p>
      <p class="secondary">${t('to')} <code>${address}</code></p>
      ${outcome === null ? '' : html`<p role="status">${outcome}</p>`}
      <form method="post">
        ${choices.map(
          ({ choice, label }, index) =>
            html`<button class="${index === 0 ? 'main' : 'quiet'}" name="choice" value="${choice}">${label}</button>`,
        )}
      </form>`,
  )

export const unknownPage = (title: string): Html =>
  moneyPage(title, t('unknown'), html`<p class="secondary">${t('unknownText')}</p>`)
