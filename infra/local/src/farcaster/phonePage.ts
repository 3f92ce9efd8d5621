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

/** What the app shows for a link with a channel: who asks, and who may answer. `problem`: what was wrong with the answer before. */
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

/** What the app shows when there is nothing to answer: the link can be put in by hand, as no camera is at hand. */
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

/** What the app shows in the end. */
export const donePage = (heading: string, words: string): Html =>
  providerPage(title, heading, html`<p role="status">${words}</p>`)
