import type { ReadyPart } from '../http/serveReady.ts'
import type { Mailer } from './mail.ts'

/** Returns the readiness part of the mail server. Without it the process is degraded, not unready. */
export const mailPart = ({ check = async () => true }: Mailer): ReadyPart => ({
  name: 'mail',
  isEssential: false,
  check,
})
