import { createTransport } from 'nodemailer';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export type SendMail = (mail: Mail) => Promise<void>;

/** Sends by SMTP; `url` is such as `smtps://user:password@mail.example:465`. */
export function smtpMail(url: string, from: string): SendMail {
  const transport = createTransport(url);
  return async (mail) => {
    await transport.sendMail({ from, ...mail });
  };
}

/** For a service without a mail server: whoever runs it reads the mail where he started it. */
export function consoleMail(write: (text: string) => void): SendMail {
  return async ({ to, subject, text }) => write(`\nMail to ${to}: ${subject}\n\n${text}\n\n`);
}
