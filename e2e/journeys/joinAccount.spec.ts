import { expect, test } from '../fixtures.ts'
import { LinkPage } from '../pages/LinkPage.ts'

/** Where devices need a link, the new address of an account gets one as well: its user sees which account it joins. */
test.use({ deviceLink: 'always' })

test('a new address agrees by its own link, which shows the account, before its code counts', async ({
  dapp,
  email,
  stack,
  browser,
}) => {
  await dapp.open()
  await dapp.logIn(email)
  const address = await dapp.address()
  const newEmail = `new-${email}`
  await dapp.openModal()
  await dapp.modal.changeEmail(newEmail)
  await expect(dapp.modal.login).toContainText('Step 1 of 2')
  await dapp.modal.enterCode(await stack.mailbox.latestCode(email))
  await expect(dapp.modal.login).toContainText('Confirm your new email')

  const phone = new LinkPage(await (await browser.newContext()).newPage())
  await phone.open(await stack.mailbox.latestLink(newEmail))
  await phone.expectHeading('Use this email for that account?')
  for (const fact of [email, newEmail, address]) await expect(phone.body).toContainText(fact)
  await phone.press('Use this email')
  await phone.expectHeading('Account confirmed')

  // The code was mailed before the link.
  const codes = (await stack.mailbox.messages(newEmail)).map(({ text }) =>
    /(?<![\w-])(\d{3})\s(\d{3})(?![\w-])/.exec(text),
  )
  await dapp.modal.enterCode(
    codes
      .find((code) => code !== null)
      ?.slice(1)
      .join('') ?? '',
  )
  await expect(dapp.modal.dialog).toContainText('Your email was changed')
  await expect(dapp.modal.dialog).toContainText(newEmail)
})
