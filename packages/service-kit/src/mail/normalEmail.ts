import { AppError, isEmail } from '@latchkey/protocol'

/** Whether this is an email in the form in which it is stored and compared. */
export const isNormalEmail = (email: string): boolean => isEmail(email) && email === email.trim().toLowerCase()

/** An email as it is stored and compared. Throws EMAIL_INVALID. */
export function normalEmail(text: string): string {
  const email = text.trim().toLowerCase()
  if (!isEmail(email)) throw new AppError('EMAIL_INVALID')
  return email
}
