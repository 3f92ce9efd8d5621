import { expect, type Page } from '@playwright/test'
import { loginTimeout, type OpenLoginOptions, openLogin } from './openLogin.ts'

export type LoginByEmailOptions = OpenLoginOptions & {
  /**
   * The source of the code: the address of an inbox that answers `GET /api/messages?to=<email>` with
   * `[{ text }]`, newest first, as the local stack's does; or a function that finds the code of the latest mail.
   */
  readonly mailbox: string | ((email: string) => Promise<string>)
}

type Mail = { readonly text: string }
/** Six digits, with or without the gap that mails show in the middle. */
const codePattern = /(?<!\d)(\d{3})[\s\u00a0]?(\d{3})(?!\d)/

const readMails = async (inboxUrl: string, email: string): Promise<Mail[]> => {
  const response = await fetch(`${inboxUrl}/api/messages?to=${encodeURIComponent(email)}`)
  if (!response.ok) throw new Error(`The inbox answered ${response.status}`)
  return (await response.json()) as Mail[]
}

/**
 * Signs a user in through the UI: opens the modal, types the email, and the code that was mailed. Resolves when the modal has closed. Works
 * with any address, known or new; the first time creates the wallet.
 */
export const loginByEmail = async (page: Page, email: string, options: LoginByEmailOptions): Promise<void> => {
  const { mailbox } = options
  const before = typeof mailbox === 'string' ? (await readMails(mailbox, email)).length : 0
  const findCode = async (): Promise<string> => {
    if (typeof mailbox !== 'string') return mailbox(email)
    let code = ''
    await expect
      .poll(
        async () => {
          const mails = await readMails(mailbox, email)
          const match = mails.length > before ? codePattern.exec(mails[0]?.text ?? '') : null
          code = match === null ? '' : `${match[1]}${match[2]}`
          return code
        },
        { message: `a mail with a code for ${email}`, ...loginTimeout },
      )
      .not.toBe('')
    return code
  }

  const { modal, dialog } = await openLogin(page, options)
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByRole('button', { name: 'Continue', exact: true }).click()
  const field = modal.frameLocator('iframe').getByLabel('Six-digit code')
  await expect(field).toBeVisible(loginTimeout)
  await field.fill(await findCode())
  await expect(dialog).toBeHidden(loginTimeout)
}
