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

  await shop.press('Pay 64 USDC')
  await shop.approval.confirm()
  await expect(shop.ticket).toContainText('Admits 2')

  await page.goto(stack.urls.demo)
  await expect(page.getByRole('region', { name: 'Your tickets' })).toContainText('Odile Marchetti Trio')
})
