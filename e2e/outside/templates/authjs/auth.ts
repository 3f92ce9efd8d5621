import NextAuth from 'next-auth'

declare module 'next-auth' {
  interface Session {
    subject?: string
    wallets?: string[]
  }
}

export const { handlers, auth, signIn } = NextAuth({
  trustHost: true,
  // Of the local stack, as are the issuer and the client: a real app reads its own from the environment.
  secret: 'of-a-session-on-this-machine-alone',
  providers: [
    {
      id: 'latchkey',
      name: 'Latchkey',
      type: 'oidc',
      issuer: '%API_URL%/oidc',
      clientId: 'demo-web',
      clientSecret: 'latchkey-local-demo',
      authorization: { params: { scope: 'openid email wallets' } },
      checks: ['pkce', 'state', 'nonce'],
    },
  ],
  callbacks: {
    jwt: ({ token, profile }) => (profile ? { ...token, subject: profile.sub, wallets: profile.wallets } : token),
    session: ({ session, token }) => ({
      ...session,
      subject: token.subject as string,
      wallets: token.wallets as string[],
    }),
  },
})
