/** Settings of a server at which one can sign in in every way, so that every call of these is there. */
export const everyProvider = {
  PUBLIC_URL: 'https://suoan.example',
  CAS_URL: 'https://cas.example/cas',
  OIDC_PROVIDERS: JSON.stringify([
    {
      source: 'corp',
      name: '企业统一身份',
      issuer: 'https://id.example',
      clientId: 'suoan',
      clientSecret: 'secret-of-the-client',
    },
  ]),
}
