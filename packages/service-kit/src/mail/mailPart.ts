import type { ReadyPart } from '../http/serveReady.ts'
import type { Mailer } from './mail.ts'

export const mailPart = ({ check = async () => true }: Mailer): ReadyPart => ({
  name: 'mail',
  isEssential: false,
  check,
})
