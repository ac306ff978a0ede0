import type * as z from 'zod';
import { success } from '../envelope.ts';
import { parseBody } from '../middleware/json-body.ts';
import type { RouteContext } from '../middleware/state.ts';
import {
  ForgottenRequest,
  PasswordRequest,
  ResetRequest,
  SignInRequest,
  SignUpRequest,
} from '../openapi/account-schemas.ts';
import type { Accounts, Cookies } from '../services/accounts.ts';
import type { RateLimits } from '../services/rate-limits.ts';

/** `/web/…`: sign-up, sign-in, sign-out and passwords, for the website. */
export function accountRoutes(
  accounts: Accounts,
  { jsonBytes, rates }: { readonly jsonBytes: number; readonly rates: Pick<RateLimits, 'signInsToAccount'> },
) {
  const read = <Schema extends z.ZodType>(context: RouteContext, schema: Schema): Promise<z.output<Schema>> =>
    parseBody(context, schema, jsonBytes);
  const answer = (context: RouteContext, message: string, cookies: Cookies = []): void => {
    if (cookies.length > 0) context.set('Set-Cookie', [...cookies]);
    context.body = success(message, {});
  };

  return {
    signUp: async (context: RouteContext): Promise<void> => {
      await accounts.signUp(await read(context, SignUpRequest));
      answer(context, 'If the email address had no account, it has one now. Sign in with the password.');
    },
    signIn: async (context: RouteContext): Promise<void> => {
      const request = await read(context, SignInRequest);
      await rates.signInsToAccount.count(request.email.toLowerCase());
      answer(context, 'You are signed in.', await accounts.signIn(request));
    },
    signOut: async (context: RouteContext): Promise<void> => {
      answer(context, 'You are signed out.', await accounts.signOut(context.headers));
    },
    changePassword: async (context: RouteContext): Promise<void> => {
      const change = await read(context, PasswordRequest);
      answer(context, 'The password was changed.', await accounts.changePassword(change, context.headers));
    },
    requestReset: async (context: RouteContext): Promise<void> => {
      await accounts.requestReset((await read(context, ForgottenRequest)).email);
      answer(context, 'If an account with this email address exists, a mail with a link was sent to it.');
    },
    resetPassword: async (context: RouteContext): Promise<void> => {
      await accounts.resetPassword(await read(context, ResetRequest));
      answer(context, 'The new password was set. Sign in with it.');
    },
  };
}
