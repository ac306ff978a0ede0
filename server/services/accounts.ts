import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError, type ServiceErrorInit } from '../errors.ts';
import type { Log } from '../log.ts';
import { PASSWORD_LENGTH } from '../openapi/account-schemas.ts';
import type { SqlDatabase } from '../stores/kysely/store.ts';
import type { Store } from '../stores/store.ts';
import type { SendMail } from './mail.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import type { Sessions } from './sessions.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** `Set-Cookie` values that start or end a session. */
export type Cookies = readonly string[];

/** Sign-up, sign-in, sign-out and password changes. */
export interface Accounts {
  readonly sessions: Sessions;
  /**
   * Creates an account, unless the address has one: its owner is told by a mail then. The caller is not told which. Signs
   * nobody in.
   */
  signUp(credentials: Credentials): Promise<void>;
  /** Throws `wrong_credentials`. */
  signIn(credentials: Credentials): Promise<Cookies>;
  signOut(headers: IncomingHttpHeaders): Promise<Cookies>;
  /** Ends all other sessions. Throws `wrong_credentials` when the old password is wrong. */
  changePassword(change: PasswordChange, headers: IncomingHttpHeaders): Promise<Cookies>;
  /** Sends a mail with a link if there is such an account. The caller is not told whether there is. */
  requestReset(email: string): Promise<void>;
  /** Ends all sessions. Throws `invalid_token` when the link was already used or has expired. */
  resetPassword(reset: { readonly token: string; readonly password: string }): Promise<void>;
}

export interface PasswordChange {
  readonly password: string;
  readonly newPassword: string;
}

export interface AccountsDependencies {
  /** Users, sessions and passwords are stored in the database of the accounts that they belong to. */
  readonly database: SqlDatabase;
  readonly store: Pick<Store, 'accounts'>;
  /** Signs sessions. */
  readonly secret: string;
  readonly publicUrl: () => string;
  /** Whether session cookies are sent over https only. */
  readonly secureCookies: boolean;
  /** Tier of a new account. */
  readonly tierId: string;
  readonly sendMail: SendMail;
  readonly now: () => number;
  readonly log: Log;
}

const HOUR_SECONDS = 3_600;

/** Opens user accounts. Their library is loaded only here, because a service without accounts does not need it. */
export async function openAccounts(dependencies: AccountsDependencies): Promise<Accounts> {
  const { api, fromNodeHeaders } = await createAuth(dependencies);
  const nameOf = (email: string): string => email.split('@', 1)[0]!;

  return {
    sessions: {
      required: true,
      async find(headers) {
        const found = await api.getSession({ headers: fromNodeHeaders(headers) });
        return found ? { accountId: found.user.id, email: found.user.email } : undefined;
      },
    },
    async signUp({ email, password }) {
      await api.signUpEmail({ body: { email, password, name: nameOf(email) } });
    },
    signIn: (body) => cookiesOf(api.signInEmail({ body, returnHeaders: true })),
    signOut: (headers) => cookiesOf(api.signOut({ headers: fromNodeHeaders(headers), returnHeaders: true })),
    changePassword: ({ password, newPassword }, headers) =>
      cookiesOf(
        api.changePassword({
          body: { currentPassword: password, newPassword, revokeOtherSessions: true },
          headers: fromNodeHeaders(headers),
          returnHeaders: true,
        }),
      ),
    async requestReset(email) {
      await api.requestPasswordReset({ body: { email } });
    },
    async resetPassword({ token, password }) {
      await api.resetPassword({ body: { token, newPassword: password } }).catch(explain);
    },
  };
}

async function createAuth(dependencies: AccountsDependencies) {
  const { database, store, secret, publicUrl, secureCookies, tierId, sendMail, now, log } = dependencies;
  const { betterAuth } = await import('better-auth');
  const { getMigrations } = await import('better-auth/db/migration');
  const { fromNodeHeaders } = await import('better-auth/node');
  const auth = betterAuth({
    // Its own routes are not served. The caller has already checked the origin of the request.
    ...{
      database: { db: database.db, type: database.type },
      secret,
      baseURL: secureCookies ? 'https://localhost' : 'http://localhost',
    },
    // Our own schema already has a table `account`.
    user: { modelName: 'auth_user' },
    session: { modelName: 'auth_session' },
    account: { modelName: 'auth_account' },
    verification: { modelName: 'auth_verification' },
    emailAndPassword: {
      enabled: true,
      // Otherwise the library refuses an address that has an account, and a session shows that it had none.
      autoSignIn: false,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      password: { hash: hashPassword, verify: verifyPassword },
      resetPasswordTokenExpiresIn: HOUR_SECONDS,
      revokeSessionsOnPasswordReset: true,
      onExistingUserSignUp: ({ user }) => sendMail({ to: user.email, ...existingAccountMail(publicUrl()) }),
      sendResetPassword: ({ user, token }) =>
        sendMail({ to: user.email, ...resetMail(`${publicUrl()}/reset?token=${encodeURIComponent(token)}`) }),
    },
    databaseHooks: {
      user: {
        create: {
          async after({ id }) {
            await store.accounts.create({ id, tierId, createdAt: now() });
          },
        },
      },
    },
    advanced: {
      ...{ cookiePrefix: 'athanor', useSecureCookies: secureCookies },
      // Nobody waits for a mail: the time of the answer would tell whether there is an account.
      backgroundTasks: { handler: (sending) => void sending },
    },
    telemetry: { enabled: false },
    logger: { log: (level, message, ...details) => log[level]({ of: 'accounts', reason: reasonIn(details) }, message) },
  });
  await database.exclusively(async () => (await getMigrations(auth.options)).runMigrations());
  return { api: auth.api, fromNodeHeaders };
}

/** Not the whole error, whose stack may contain what the mail server was told. */
function reasonIn(details: readonly unknown[]): string | undefined {
  return details.find((detail) => detail instanceof Error)?.message;
}

async function cookiesOf(call: Promise<{ readonly headers: Headers }>): Promise<Cookies> {
  const { headers } = await call.catch(explain);
  return headers.getSetCookie();
}

/** Refusals of the library as errors of the service. */
const REFUSALS: Readonly<Record<string, ServiceErrorInit>> = {
  INVALID_EMAIL_OR_PASSWORD: wrong('The email address or the password is wrong. Check both.'),
  INVALID_PASSWORD: wrong('The current password is wrong. Check it and try again.'),
  INVALID_TOKEN: {
    code: 'invalid_token',
    message: 'The link was already used, or is older than one hour. Request a new one.',
  },
};

function explain(error: unknown): never {
  const body = error instanceof Error && 'body' in error ? (error.body as { readonly code?: string }) : undefined;
  const refusal = REFUSALS[body?.code ?? ''];
  throw refusal ? new ServiceError(refusal, { cause: error }) : error;
}

function wrong(message: string): ServiceErrorInit {
  return { code: 'wrong_credentials', message, field: 'password' };
}

function resetMail(url: string) {
  const text =
    'Somebody, probably you, asked to reset the password of your account. Open this link within one hour:\n\n' +
    `${url}\n\nIf it was not you, ignore this mail. Your password has not changed.`;
  return { subject: 'Reset your password', text };
}

function existingAccountMail(url: string) {
  const text =
    'Somebody, probably you, tried to create an account with this address, which has one already. Sign in, or set another ' +
    `password:\n\n${url}/sign-in\n${url}/reset\n\nIf it was not you, ignore this mail. Nothing has changed.`;
  return { subject: 'You have an account', text };
}
