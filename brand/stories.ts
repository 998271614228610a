import type { Cuisine } from '#shared/core/brand-types.ts';
import type { Stories } from './types.ts';

// The fields: shared/core/brand-types.ts
export const cuisine: Cuisine = { en: 'Cuban', es: 'Cubana' };

export const stories: Stories = [
  {
    id: 'cortadito',
    title: {
      en: 'A cortadito and what goes beside it',
      es: 'Un cortadito y lo que va al lado',
    },
    summary: {
      en: 'Strong coffee, a sugar foam and a little hot milk, in the small cup. Then one guava sandwich, because the coffee is only half of it.',
      es: 'Café fuerte, espumita y un poquito de leche caliente, en la tacita. Y una galletica con guayaba, que el café solo es la mitad.',
    },
    body: {
      en: `The cortadito is the cup for people who still have things to do. It is short, it is sweet, and it asks for something that crunches.

## Why it works

Coffee this strong likes salt first and fruit after. The cracker brings the salt, the guava brings the fruit, and nobody has to get up for a plate. [See what is in the box](/product).`,
      es: `El cortadito es la taza del que todavía tiene cosas que hacer. Es corto, es dulce, y pide algo que cruja.

## Por qué pegan

Un café así de fuerte agradece primero la sal y después la fruta. La galleta pone la sal, la guayaba pone la fruta, y nadie se tiene que levantar a buscar un plato. [Mira lo que trae la caja](/product).`,
    },
    publishedOn: '2026-11-20',
    picture: 'box20Cortadito',
    product: 'box20double',
    recipe: {
      yields: { en: '4 small cups', es: '4 tacitas' },
      minutes: 10,
      ingredients: {
        en: `Dark, finely ground coffee, enough for a moka pot of 6 cups
4 teaspoons of sugar
Half a cup of whole milk
4 guava sandwiches`,
        es: `Café oscuro molido fino, para una cafetera de 6 tazas
4 cucharaditas de azúcar
Media taza de leche entera
4 galleticas con guayaba`,
      },
      steps: {
        en: `Fill the moka pot with water up to the valve, put in the coffee without pressing it, and set it over medium heat.
Put the sugar in a cup. When the first drops of coffee come out, pour two teaspoons of them over it.
Beat sugar and coffee until they turn pale and thick: that is the espumita.
Heat the milk until it steams, without letting it boil.
Share the coffee and the espumita among four small cups and cut each one with two spoons of milk.
Open a guava sandwich for each cup.`,
        es: `Llena la cafetera de agua hasta la válvula, echa el café sin apretarlo y ponla a fuego medio.
Pon el azúcar en una taza. Cuando salgan las primeras gotas de café, échale dos cucharaditas.
Bate el azúcar con el café hasta que se ponga claro y espeso: esa es la espumita.
Calienta la leche hasta que eche humo, sin que hierva.
Reparte el café y la espumita en cuatro tacitas y corta cada una con dos cucharadas de leche.
Abre una galletica con guayaba para cada taza.`,
      },
    },
  },
  {
    id: 'party-tray',
    title: {
      en: 'A party tray in fifteen minutes',
      es: 'Una bandeja de fiesta en quince minutos',
    },
    summary: {
      en: 'For the birthday, the office, the game of dominoes: a tray with guava sandwiches, cream cheese and fruit that nobody has to cook for.',
      es: 'Para el cumpleaños, la oficina o el dominó: una bandeja de galleticas con guayaba, queso crema y fruta, sin prender la cocina.',
    },
    body: {
      en: `People will tell you that they only came to say hello. Then they stand beside the tray.

Leave half of the sandwiches in their wrappers: those are for whoever is on the way out. Set out the cream cheese at the last moment, and do not leave it out of the refrigerator for more than two hours.`,
      es: `Todo el mundo te dice que vino nada más a saludar. Después se paran al lado de la bandeja.

Deja la mitad de las galleticas en su paquetico: son para el que ya se va. Saca el queso crema a última hora, y no lo dejes fuera del refrigerador más de dos horas.`,
    },
    publishedOn: '2026-11-18',
    picture: 'storyTray',
    product: 'box40',
    recipe: {
      yields: { en: 'A tray for 12 people', es: 'Una bandeja para 12 personas' },
      minutes: 15,
      ingredients: {
        en: `24 guava sandwiches
8 oz of cream cheese, cold
2 fresh guavas
1 lime
A few mint leaves`,
        es: `24 galleticas con guayaba
8 oz de queso crema, frío
2 guayabas frescas
1 limón
Unas hojas de hierbabuena`,
      },
      steps: {
        en: `Unwrap 12 sandwiches and cut each one in half with a serrated knife, in one press.
Cut the cream cheese in small cubes and put one on each half, with a toothpick through both.
Wash the guavas, slice them, and press the lime over them so that they keep their color.
Set the halves in the middle of the tray, the fruit around them, and the 12 wrapped ones at the edge.
Tear the mint over the fruit and take it to the table.`,
        es: `Saca 12 galleticas del paquetico y pica cada una a la mitad con un cuchillo de sierra, de un solo corte.
Pica el queso crema en cubitos y pon uno sobre cada mitad, con un palillo que agarre los dos.
Lava las guayabas, pícalas en ruedas y exprímeles el limón para que no cambien de color.
Acomoda las mitades en el centro de la bandeja, la fruta alrededor y las 12 envueltas en la orilla.
Echa la hierbabuena sobre la fruta y llévala a la mesa.`,
      },
    },
  },
  {
    id: 'lunch-bag',
    title: {
      en: 'What comes back from the lunch bag',
      es: 'Lo que regresa en la lonchera',
    },
    summary: {
      en: 'Nothing, if you pack it well. Five things that we learned from packing lunches, and from the bags that came home full.',
      es: 'Nada, si la preparas bien. Cinco cosas que aprendimos preparando loncheras, y de las que volvieron llenas.',
    },
    body: {
      en: `A lunch bag has an enemy: the ride on the bus. What leaves the kitchen whole should still be whole at noon.

1. **The heavy goes below.** The bottle and the cold pack first, the crackers on top of everything.
2. **Something crisp, something soft, something sweet.** With one of each, less comes back.
3. **A wrapper that a small hand can open.** Ours opens with two fingers. Try it at home once before the first day.
4. **One more than you think.** It is how friends are made at the table. Ask first: some schools do not let children share food, and somebody may have an allergy. What is in ours stands on [its page](/product).
5. **The same surprise, every Friday.** It stops being a surprise and becomes a custom, which is better.

Do you have a sixth? Write to us at [{{email}}](mailto:{{email}}).`,
      es: `La lonchera tiene un enemigo: la guagua de la escuela. Lo que sale entero de la cocina debe llegar entero al mediodía.

1. **Lo pesado va abajo.** Primero la botella y el hielo, y las galletas encima de todo.
2. **Algo que cruja, algo blandito, algo dulce.** Con uno de cada uno, regresa menos.
3. **Un paquetico que una mano chiquita pueda abrir.** El nuestro se abre con dos dedos. Pruébalo en la casa antes del primer día.
4. **Una más de las que piensas.** Así se hacen amigos en la mesa. Pregunta primero: hay escuelas que no dejan compartir comida, y puede que alguien tenga una alergia. Lo que llevan las nuestras está en [su página](/product).
5. **La misma sorpresa, todos los viernes.** Deja de ser sorpresa y se vuelve costumbre, que es mejor.

¿Tienes una sexta? Escríbenos a [{{email}}](mailto:{{email}}).`,
    },
    publishedOn: '2026-11-16',
    picture: 'box40Wrapped',
    product: 'box40',
    recipe: null,
  },
];
