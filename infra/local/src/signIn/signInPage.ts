import { t as common } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/localSignIn'
import { html } from 'hono/html'
import { firstNameOf, people } from './people.ts'
import { providerPage } from './providerPage.ts'

type Html = ReturnType<typeof html>

/** An extra option on a provider's sign-in page. */
export type PageOption = { name: 'hideEmail' | 'shareEmail'; isOn: boolean }

export type SignInPageProps = {
  /** The provider's name. */
  title: string
  /** The host and port that users go on to. */
  destination: string
  /** Whether the provider reports to applications that an address is verified. */
  tellsVerified: boolean
  /** Null without an option. */
  option: PageOption | null
  /** The fault of the previous answer. */
  problem?: string
}

const personRow = ({ name, email, isVerified }: (typeof people)[number], tellsVerified: boolean): Html => html`
  <li>
    <button class="row" name="choice" value="${email}" formnovalidate>
      <span class="avatar" aria-hidden="true">${name.charAt(0)}</span>
      <span class="who">
        <span>${t('person.continue', { name: firstNameOf({ name }) })}</span>
        <span class="secondary">${tellsVerified && !isVerified ? t('person.notVerified', { email }) : email}</span>
      </span>
    </button>
  </li>`

/** Renders a local provider's sign-in page: for any typed address, or a suggested user. */
export const signInPage = ({ title, destination, tellsVerified, option, problem }: SignInPageProps): Html =>
  providerPage(
    title,
    t('title', { provider: title }),
    html`
      <p class="secondary">${t('destination', { destination })}</p>
      ${problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`}
      <form method="post">
        <label class="field">${t('email')} <input name="email" type="email" autocomplete="off" required autofocus></label>
        <label class="field">${t('name')} <input name="name" type="text" maxlength="100" autocomplete="off" placeholder="${t('nameFromAddress')}"></label>
        ${
          tellsVerified
            ? html`<label class="check"><input name="verified" type="checkbox" checked> ${t('verified')}</label>`
            : ''
        }
        ${
          option === null
            ? ''
            : html`<label class="check"><input name="option" type="checkbox" aria-describedby="hint" ${option.isOn ? 'checked' : ''}> ${t(`${option.name}.label`)}</label>
              <p class="hint secondary" id="hint">${t(`${option.name}.hint`)}</p>`
        }
        <button class="main" name="choice" value="typed">${common('continue')}</button>
        <p class="divider secondary">${t('or')}</p>
        <ul>${people.map((person) => personRow(person, tellsVerified))}</ul>
        <button class="quiet" name="choice" value="deny" formnovalidate>${t('deny')}</button>
      </form>`,
  )

/** Renders a provider's page for a request that it cannot send back: from an unknown application. */
export const mistakePage = (title: string, mistake: string): Html =>
  providerPage(title, t('mistake.title'), html`<p class="problem" role="alert">${mistake}</p>`)

/** Renders the page for a visit without a request. */
export const aboutPage = (title: string): Html =>
  providerPage(title, t('about.title', { providers: title }), html`<p class="secondary">${t('about.text')}</p>`)
