import type { SocialProvider } from '@latchkey/modal'

const all: readonly SocialProvider[] = ['google', 'github', 'apple', 'x', 'discord', 'facebook', 'farcaster']

/** With whose accounts the demo lets visitors log in: those that `?socials=x,google` names, in that order, else all. */
export const readSocials = (query: string): readonly SocialProvider[] => {
  const wanted = new URLSearchParams(query).get('socials')
  return wanted === null ? all : wanted.split(',').flatMap((name) => all.find((known) => known === name) ?? [])
}
