import { html } from 'hono/html'
import { providerPage } from '../signIn/providerPage.ts'
import type { Channel } from './createChannels.ts'
import { type FarcasterSigner, type FarcasterUser, farcasterUsers } from './farcasterUsers.ts'

type Html = ReturnType<typeof html>

const title = 'Farcaster'

const signs: Readonly<Record<FarcasterSigner, string>> = {
  custody: 'signs with the address that holds the account',
  auth: 'signs with an auth address',
  removed: 'signs with an auth address that was removed',
}

const userRow = ({ name, fid, signer }: FarcasterUser): Html => html`
  <li>
    <button class="row" name="choice" value="${fid}">
      <span class="avatar" aria-hidden="true">${name.charAt(0)}</span>
      <span class="who"><span>Approve as ${name}</span><span class="secondary">${fid}, ${signs[signer]}</span></span>
    </button>
  </li>`

/** What the app shows for a link with a channel: who asks, and who may answer. `problem`: what was wrong with the answer before. */
export const askPage = ({ nonce, signatureParams: { domain, siweUri } }: Channel, problem?: string): Html =>
  providerPage(
    title,
    `Sign in to ${domain}?`,
    html`
      <p class="secondary">What the Farcaster app on somebody's phone would ask.</p>
      ${problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`}
      <dl>
        <dt>Site</dt><dd>${domain}</dd>
        <dt>Address</dt><dd>${siweUri}</dd>
        <dt>Nonce</dt><dd>${nonce}</dd>
      </dl>
      <form method="post"><ul>${farcasterUsers.map(userRow)}</ul></form>
      <p class="divider secondary">or</p>
      <form method="post">
        <label class="field">User name <input name="userName" type="text" maxlength="16" autocomplete="off" required></label>
        <button class="main" name="choice" value="typed">Approve</button>
      </form>
      <form method="post"><button class="quiet" name="choice" value="decline">Decline</button></form>`,
  )

/** What the app shows when there is nothing to answer: the link can be put in by hand, as no camera is at hand. */
export const linkPage = (problem?: string): Html =>
  providerPage(
    title,
    'Open a sign-in link',
    html`
      <p class="secondary">The link that a QR code holds, for those who have no phone that reaches this machine.</p>
      ${problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`}
      <form method="get" action="/phone">
        <label class="field">Link <input name="link" type="text" autocomplete="off" required autofocus></label>
        <button class="main">Open</button>
      </form>`,
  )

/** What the app shows in the end. */
export const donePage = (heading: string, words: string): Html =>
  providerPage(title, heading, html`<p role="status">${words}</p>`)
