import { serve } from '../serve.ts'
import { createInboxApp } from './createInboxApp.ts'
import { createMailbox } from './createMailbox.ts'
import { serveSmtp } from './serveSmtp.ts'

/** Both ports of the running inbox. */
export type Inbox = { smtpPort: number; httpPort: number; close: () => Promise<void> }

/** Starts the mail server and the inbox page. Mails are kept while they run. Throws `StackError` when a port is taken. */
export const startInbox = async (ports: { smtp: number; inbox: number }): Promise<Inbox> => {
  const mailbox = createMailbox()
  const smtp = await serveSmtp(mailbox, ports.smtp)
  const web = await serve(createInboxApp(mailbox).fetch, ports.inbox).catch(async (error: unknown) => {
    await smtp.close()
    throw error
  })
  return {
    smtpPort: smtp.port,
    httpPort: web.port,
    close: async () => {
      await Promise.all([web.close(), smtp.close()])
    },
  }
}
