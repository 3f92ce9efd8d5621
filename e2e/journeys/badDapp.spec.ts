import { expect, test } from '../fixtures.ts'

test('a page that the project does not list gets nothing, and its developer the line to add', async ({
  dapp,
  stack,
}) => {
  const origin = stack.urls.demo.replace('127.0.0.1', 'two.labels.localhost')
  await dapp.open(origin)
  await dapp.openModal()
  await expect(dapp.modal.dialog).toContainText('APKT002')
  await expect(dapp.modal.dialog).toContainText(`"${origin}"`)

  // Nor does the wallet document itself: it stays silent there.
  const answers = await dapp.page.evaluate(async (wallet) => {
    const frame = document.createElement('iframe')
    frame.src = `${wallet}/sdk?projectId=demo&version=4`
    document.body.append(frame)
    await new Promise((resolve) => frame.addEventListener('load', resolve))
    const heard: unknown[] = []
    addEventListener('message', ({ data }) => heard.push(data))
    frame.contentWindow?.postMessage({ id: '1', type: '@w3m-app/IS_CONNECTED' }, '*')
    await new Promise((resolve) => setTimeout(resolve, 500))
    return heard
  }, stack.urls.wallet)
  expect(answers).toEqual([])
})

test('an unknown project is reported to its developer', async ({ dapp }) => {
  await dapp.page.addInitScript(() => {
    new MutationObserver(() => {
      const facts = document.querySelector<HTMLMetaElement>('meta[name="latchkey-demo"]')
      if (facts) facts.content = facts.content.replace('"demo"', '"nobody"')
    }).observe(document, { childList: true, subtree: true })
  })
  await dapp.open()
  await dapp.openModal()
  await expect(dapp.modal.dialog).toContainText('APKT007')
  await expect(dapp.modal.dialog).toContainText('{"id":"nobody"')
})

test('an unreachable wallet is reported, and found once it is back', async ({ dapp, email, stack }) => {
  await dapp.open()
  await stack.frame.stop()
  try {
    await dapp.openModal()
    await dapp.modal.submitEmail(email)
    await expect(dapp.modal.dialog).toContainText('APKT003')
  } finally {
    await stack.frame.start()
  }
  await dapp.modal.dialog
    .getByRole('button', { name: /Try again/ })
    .first()
    .click()
  // The message disappears, and the form moves up: under the pointer of a user who does not wait.
  await expect(dapp.modal.dialog).not.toContainText('APKT003')
  await dapp.modal.submitEmail(email)
  await dapp.modal.enterCode(await stack.mailbox.latestCode(email))
  await dapp.expectConnected()
})
