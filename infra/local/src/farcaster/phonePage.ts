import { t } from '@latchkey/copy/localFarcaster'
import { html } from 'hono/html'
import { providerPage } from '../signIn/providerPage.ts'
import type { Channel } from './createChannels.ts'
import { type FarcasterUser, farcasterUsers } from './farcasterUsers.ts'

type Html = ReturnType<typeof html>

const title = 'Farcaster'

const userRow = ({ name, fid, signer }: FarcasterUser): Html => html`
  <li>
    <button class="row" name="choice" value="${fid}">
      <span class="avatar" aria-hidden="true">${name.charAt(0)}</span>
      <span class="who"><span>${t('ask.approveAs', { name })}</span><span class="secondary">${t(`signer.${signer}`, { fid })}</span></span>
    </button>
  </li>`

/**
 * Returns the app's page for a link with a channel: the requester, and the users to choose from. `problem`: the fault of the previous
 * answer.
 */
export const askPage = ({ nonce, signatureParams: { domain, siweUri } }: Channel, problem?: string): Html =>
  providerPage(
    title,
    t('ask.title', { domain }),
    html`
      <p class="secondary">${t('ask.text')}</p>
      ${problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`}
      <dl>
        <dt>${t('ask.site')}</dt><dd>${domain}</dd>
        <dt>${t('ask.address')}</dt><dd>${siweUri}</dd>
        <dt>${t('ask.nonce')}</dt><dd>${nonce}</dd>
      </dl>
      <form method="post"><ul>${farcasterUsers.map(userRow)}</ul></form>
      <p class="divider secondary">${t('or')}</p>
      <form method="post">
        <label class="field">${t('ask.userName')} <input name="userName" type="text" maxlength="16" autocomplete="off" required></label>
        <button class="main" name="choice" value="typed">${t('ask.approve')}</button>
      </form>
      <form method="post"><button class="quiet" name="choice" value="decline">${t('ask.decline')}</button></form>`,
  )

/** Returns the app's page without a request: the link can be pasted, as there is no camera. */
export const linkPage = (problem?: string): Html =>
  providerPage(
    title,
    t('link.title'),
    html`
      <p class="secondary">${t('link.text')}</p>
      ${problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`}
      <form method="get" action="/phone">
        <label class="field">${t('link.label')} <input name="link" type="text" autocomplete="off" required autofocus></label>
        <button class="main">${t('link.open')}</button>
      </form>`,
  )

/** Returns the app's last page. */
export const donePage = (heading: string, words: string): Html =>
  providerPage(title, heading, html`<p role="status">${words}</p>`)
