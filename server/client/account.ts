import type { Transport } from './transport.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** User accounts, for the service's own pages: these calls change the session of the browser. */
export class AccountClient {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Creates an account, unless the address has one: the answer is the same. Signs nobody in. */
  async signUp(credentials: Credentials): Promise<void> {
    await this.#post('/web/sign-up', credentials);
  }

  async signIn(credentials: Credentials): Promise<void> {
    await this.#post('/web/sign-in', credentials);
  }

  async signOut(): Promise<void> {
    await this.#post('/web/sign-out', {});
  }

  /** Ends all other sessions. */
  async changePassword(change: { readonly password: string; readonly newPassword: string }): Promise<void> {
    await this.#post('/web/password', change);
  }

  /** Sends a mail with a link to `/reset`, if there is such an account. */
  async requestReset(email: string): Promise<void> {
    await this.#post('/web/password/forgotten', { email });
  }

  /** Takes the token of the mail. Ends all sessions. */
  async resetPassword(reset: { readonly token: string; readonly password: string }): Promise<void> {
    await this.#post('/web/password/reset', reset);
  }

  async #post(path: string, body: object): Promise<void> {
    await this.#transport.json('POST', path, body);
  }
}
