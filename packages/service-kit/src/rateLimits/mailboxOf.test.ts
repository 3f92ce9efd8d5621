import { expect, test } from 'vitest'
import { mailboxOf } from './mailboxOf.ts'

test.each([
  ['ada@example.com', 'ada@example.com'],
  ['ada+shop@example.com', 'ada@example.com'],
  ['ada+a+b@example.com', 'ada@example.com'],
  ['+ada@example.com', '+ada@example.com'],
  ['a.d.a@example.com', 'a.d.a@example.com'],
  ['a.d.a+shop@gmail.com', 'ada@gmail.com'],
  ['ada@googlemail.com', 'ada@gmail.com'],
  ['ada@notgmail.com', 'ada@notgmail.com'],
])('%s is in the mailbox %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox))
