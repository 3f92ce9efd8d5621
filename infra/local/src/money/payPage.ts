import { t } from '@latchkey/copy/localMoney'
import { html } from 'hono/html'
import { type Html, localPage } from '../pages/localPage.ts'

/** A page of a local provider. `title` is what users call it. */
const moneyPage = (title: string, heading: string, content: Html): Html =>
  localPage(
    {
      documentTitle: t('documentTitle', { heading, provider: title }),
      badge: t('badge', { provider: title }),
      heading,
    },
    content,
  )

/** What a choice on the page does. */
export type Choice = 'pay' | 'payLater' | 'decline' | 'expire' | 'deliver' | 'accept' | 'declineSale' | 'payOut'

/** What is bought or sent, and the choices that are left. */
export type PayPageProps = {
  title: string
  heading: string
  summary: string
  address: string
  /** What came of it; null before anything was chosen. */
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
