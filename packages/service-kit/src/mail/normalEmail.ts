import { AppError, isEmail } from '@latchkey/protocol'

/** Returns whether this is an email in the form in which it is stored and compared. */
export const isNormalEmail = (email: string): boolean => isEmail(email) && email === email.trim().toLowerCase()

/** Normalizes an email for storage and comparison. Throws EMAIL_INVALID. */
export function normalEmail(text: string): string {
  const email = text.trim().toLowerCase()
  if (!isEmail(email)) throw new AppError('EMAIL_INVALID')
  return email
}
