import { t as common } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/localSignIn'
import { html } from 'hono/html'
import { firstNameOf, people } from './people.ts'
import { providerPage } from './providerPage.ts'

type Html = ReturnType<typeof html>

/** Something that a provider asks beside who one is. */
export type PageOption = { name: 'hideEmail' | 'shareEmail'; isOn: boolean }

export type SignInPageProps = {
  /** What people call the provider. */
  title: string
  /** Where they go on to, as host and port. */
  destination: string
  /** Whether the provider tells applications that an address is verified. */
  tellsVerified: boolean
  /** Null when it asks nothing else. */
  option: PageOption | null
  /** What was wrong with the answer before. */
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

/** Where a local provider asks who somebody is: anybody, by a typed address, or one of the people it knows. */
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

/** What a provider shows when it cannot send people back: to an application that it does not know. */
export const mistakePage = (title: string, mistake: string): Html =>
  providerPage(title, t('mistake.title'), html`<p class="problem" role="alert">${mistake}</p>`)

/** What whoever comes by themselves is told. */
export const aboutPage = (title: string): Html =>
  providerPage(title, t('about.title', { providers: title }), html`<p class="secondary">${t('about.text')}</p>`)
