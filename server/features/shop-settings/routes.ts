import type { FastifyRequest } from 'fastify';
import { type App, requestLanguage } from '#server/deps.ts';
import {
  settingsChangeSchema,
  settingsGroupParamsSchema,
  settingsGroupSchema,
  settingsTrialSchema,
  settingsTrySchema,
  shopSettingsSchema,
} from '#shared/admin/shop-settings.ts';
import type { SettingsDeps } from './deps.ts';
import { changeSettings, readShopSettings, trySettings } from './service.ts';

const PATH = '/api/admin/settings';

/** The settings that the admin keeps; registered behind the guard. */
export function addSettingsRoutes(app: App, deps: SettingsDeps): void {
  const callerOf = ({ ip, headers }: FastifyRequest) => ({ address: ip, userAgent: headers['user-agent'] });
  const params = settingsGroupParamsSchema;
  app.get(PATH, { schema: { response: { 200: shopSettingsSchema } } }, () => readShopSettings(deps));
  app.patch(
    `${PATH}/:group`,
    { schema: { params, body: settingsChangeSchema, response: { 200: settingsGroupSchema } } },
    (request) => changeSettings(deps, callerOf(request), request.params.group, request.body),
  );
  app.post(
    `${PATH}/:group/try`,
    { schema: { params, body: settingsTrySchema, response: { 200: settingsTrialSchema } } },
    (request) => {
      const { params: of, body: input } = request;
      return trySettings(deps, callerOf(request), of.group, { input, language: requestLanguage(request) });
    },
  );
}
