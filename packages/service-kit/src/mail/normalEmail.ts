import { AppError, isEmail } from '@latchkey/protocol'

/** An email as it is stored and compared. Throws EMAIL_INVALID. */
export function normalEmail(text: string): string {
  const email = text.trim().toLowerCase()
  if (!isEmail(email)) throw new AppError('EMAIL_INVALID')
  return email
}
