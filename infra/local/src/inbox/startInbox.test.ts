import { createTransport, type SendMailOptions } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import { createMailboxClient } from '../mailboxClient.ts'
import { startInbox } from './startInbox.ts'

const withInbox = async () => {
  const inbox = await startInbox({ smtp: 0, inbox: 0 })
  onTestFinished(() => inbox.close())
  const url = `http://127.0.0.1:${inbox.httpPort}`
  const send = async (mail: SendMailOptions): Promise<void> => {
    const transport = createTransport({ host: '127.0.0.1', port: inbox.smtpPort, secure: false })
    await transport.sendMail({ from: 'Latchkey <login@latchkey.test>', subject: 'Your code', text: 'x', ...mail })
    transport.close()
  }
  const page = async (path: string): Promise<string> => (await fetch(`${url}${path}`)).text()
  return { inbox, url, send, page, mailbox: createMailboxClient(url) }
}

test('a sent mail is listed with both its parts', async () => {
  const { send, url } = await withInbox()
  await send({ to: 'ada@example.test', text: 'Your code is 123 456', html: '<b>123 456</b>' })
  const response = await fetch(`${url}/api/messages?to=ada@example.test`)
  expect(await response.json()).toEqual([
    {
      to: 'ada@example.test',
      from: '"Latchkey" <login@latchkey.test>',
      subject: 'Your code',
      text: 'Your code is 123 456',
      html: '<b>123 456</b>',
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    },
  ])
})

test('mails are found by any recipient, whatever the case, newest first', async () => {
  const { send, mailbox } = await withInbox()
  await send({ to: 'ada@example.test', subject: 'first' })
  await send({ to: ['grace@example.test', 'Ada@Example.test'], subject: 'second' })
  await send({ to: 'grace@example.test', subject: 'third' })
  const subjects = (await mailbox.messages('ADA@example.TEST')).map((message) => message.subject)
  expect(subjects).toEqual(['second', 'first'])
})

test('a mail without HTML has an empty html field and is shown as text', async () => {
  const { send, mailbox, page } = await withInbox()
  await send({ to: 'ada@example.test', text: 'Plain words' })
  expect((await mailbox.messages('ada@example.test'))[0]?.html).toBe('')
  expect(await page('/')).toMatch(/<pre[^>]*>Plain words/)
})

test('the latest code is never one that was already given for the address', async () => {
  const { send, mailbox } = await withInbox()
  await send({ to: 'ada@example.test', text: 'Your code is 111 222. It expires in 10 minutes.' })
  expect(await mailbox.latestCode('ada@example.test')).toBe('111222')
  const next = mailbox.latestCode('Ada@example.test')
  await send({ to: 'ada@example.test', text: 'Your code is 333444.' })
  expect(await next).toBe('333444')
})

test('markup in a subject, an address or a text is shown, not run', async () => {
  const { send, page } = await withInbox()
  await send({
    to: 'ada@example.test',
    subject: '<img src=x onerror=alert(1)>',
    text: '</pre><script>alert(1)</script>',
  })
  const shown = await page('/mail/1?part=text')
  expect(shown).not.toContain('<img')
  expect(shown).not.toContain('<script>')
  expect(shown).toContain('&lt;script&gt;')
})

test('the HTML of a mail comes with a policy that runs and loads nothing', async () => {
  const { send, url } = await withInbox()
  await send({ to: 'ada@example.test', html: '<script>parent.x = 1</script><p>Hello</p>' })
  const response = await fetch(`${url}/mail/1/body`)
  expect(await response.text()).toContain('<p>Hello</p>')
  expect(response.headers.get('content-security-policy')).toBe(
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
  )
})

test('a waiting page receives a new mail', async () => {
  const { send, url } = await withInbox()
  const events = await fetch(`${url}/events`)
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader()
  await send({ to: 'ada@example.test' })
  expect((await reader?.read())?.value).toBe('data: arrived\n\n')
  await reader?.cancel()
})

test('a mail of more than a megabyte is refused', async () => {
  const { send, mailbox } = await withInbox()
  await expect(send({ to: 'ada@example.test', text: 'x'.repeat(1_100_000) })).rejects.toThrow('552')
  expect(await mailbox.messages('ada@example.test')).toEqual([])
})

test('closing does not wait for open connections', async () => {
  const inbox = await startInbox({ smtp: 0, inbox: 0 })
  const pooled = createTransport({ host: '127.0.0.1', port: inbox.smtpPort, secure: false, pool: true })
  await pooled.sendMail({ from: 'a@b.test', to: 'c@d.test', text: 'x' })
  const events = await fetch(`http://127.0.0.1:${inbox.httpPort}/events`)
  await inbox.close()
  await expect(fetch(`http://127.0.0.1:${inbox.httpPort}/health`)).rejects.toThrow()
  await events.body?.cancel().catch(() => undefined)
  pooled.close()
})

test('a taken port is named', async () => {
  const { inbox } = await withInbox()
  await expect(startInbox({ smtp: inbox.smtpPort, inbox: 0 })).rejects.toThrow(
    `Port ${inbox.smtpPort} is taken by another program`,
  )
  await expect(startInbox({ smtp: 0, inbox: inbox.httpPort })).rejects.toThrow(
    `Port ${inbox.httpPort} is taken by another program`,
  )
})
