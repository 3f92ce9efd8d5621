import { expect, test } from '../fixtures.ts'
import { Shop } from '../pages/Shop.ts'

test('a newcomer picks a concert, signs in, cancels, pays with USDC, and has the ticket after a reload', async ({
  page,
  stack,
  email,
}) => {
  const shop = new Shop(page)
  await page.goto(stack.urls.demo)
  await shop.chooseShow('Odile Marchetti Trio')
  await shop.press('More')
  await shop.press('Sign in to buy')
  await shop.modal.submitEmail(email)
  await shop.modal.enterCode(await stack.mailbox.latestCode(email))
  await expect(shop.modal.dialog).toBeHidden()

  await shop.fillUp('64 USDC')
  await shop.press('Pay 64 USDC')
  await expect(shop.approval.card).toContainText('64 USDC')
  await shop.approval.reject()
  await expect(page.getByRole('alert')).toHaveText('You cancelled the payment. Nothing was charged.')

  // The network is unreachable for a while: a paid order can't be paid again.
  const asksForReceipt = (text: string | null) => text?.includes('eth_getTransactionReceipt') ?? false
  await page.route('**', (route, request) =>
    asksForReceipt(request.postData()) ? route.abort('connectionrefused') : route.fallback(),
  )
  await shop.press('Pay 64 USDC')
  await shop.approval.confirm()
  await expect(page.getByRole('alert')).toContainText('You don’t need to pay again')
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
  await page.unrouteAll({ behavior: 'wait' })
  await shop.press('Check again')
  await expect(shop.ticket).toContainText('Admits 2')

  // Whatever else is stored under the same name, a page opens, and shows what it can read.
  await page.evaluate(() => {
    const [ticket] = JSON.parse(localStorage.getItem('small-hours-tickets') ?? '[]') as unknown[]
    localStorage.setItem('small-hours-tickets', JSON.stringify([null, { seats: 'two' }, ticket]))
  })
  await page.goto(stack.urls.demo)
  await expect(page.getByRole('region', { name: 'Your tickets' })).toContainText('Odile Marchetti Trio')
})
