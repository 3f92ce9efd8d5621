import { html } from 'hono/html'
import { firstNameOf, people } from './people.ts'
import { providerPage } from './providerPage.ts'

type Html = ReturnType<typeof html>

/** Something that a provider asks beside who one is. */
export type PageOption = { label: string; hint: string; isOn: boolean }

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
        <span>Continue as ${firstNameOf({ name })}</span>
        <span class="secondary">${email}${tellsVerified && !isVerified ? ', not verified' : ''}</span>
      </span>
    </button>
  </li>`

/** Where a local provider asks who somebody is: anybody, by a typed address, or one of the people it knows. */
export const signInPage = ({ title, destination, tellsVerified, option, problem }: SignInPageProps): Html =>
  providerPage(
    title,
    `Sign in with ${title}`,
    html`
      <p class="secondary">to continue to ${destination}. Nobody checks who you are.</p>
      ${problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`}
      <form method="post">
        <label class="field">Email address <input name="email" type="email" autocomplete="off" required autofocus></label>
        <label class="field">Name <input name="name" type="text" maxlength="100" autocomplete="off" placeholder="Taken from the address"></label>
        ${
          tellsVerified
            ? html`<label class="check"><input name="verified" type="checkbox" checked> The address is verified</label>`
            : ''
        }
        ${
          option === null
            ? ''
            : html`<label class="check"><input name="option" type="checkbox" aria-describedby="hint" ${option.isOn ? 'checked' : ''}> ${option.label}</label>
              <p class="hint secondary" id="hint">${option.hint}</p>`
        }
        <button class="main" name="choice" value="typed">Continue</button>
        <p class="divider secondary">or</p>
        <ul>${people.map((person) => personRow(person, tellsVerified))}</ul>
        <button class="quiet" name="choice" value="deny" formnovalidate>Deny</button>
      </form>`,
  )

/** What a provider shows when it cannot send people back: to an application that it does not know. */
export const mistakePage = (title: string, mistake: string): Html =>
  providerPage(title, 'This link does not work', html`<p class="problem" role="alert">${mistake}</p>`)

/** What whoever comes by themselves is told. */
export const aboutPage = (title: string): Html =>
  providerPage(
    title,
    `This plays ${title}`,
    html`<p class="secondary">Whoever signs in that way to a dapp of the local stack is led here, and asked who they are.</p>`,
  )
