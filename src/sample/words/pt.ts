import type { PhraseBook } from "./phraseBook";

export const pt: PhraseBook = {
  code: "pt",
  label: "Portuguese",
  products: [
    ["Sérum noturno", "Creme com vitamina C", "Óleo capilar de alecrim"],
    ["Camisa de linho", "Casaco de lã reciclada", "Tênis para todo dia"],
    ["Mesa regulável de carvalho", "Tapete lavável", "Roupa de cama de linho"],
    ["Caixa de refeições em família", "Azeite de uma só quinta", "Granola proteica"],
    ["Halteres ajustáveis", "Plano de força de 12 semanas", "Colete de trilha"],
    ["Fim de semana na serra", "Mala de cabine", "Passe de trem noturno"],
    ["Cartão de viagem sem taxas", "Conta poupança de 4%", "Faturas para autônomos"],
    ["Inglês em 15 minutos por dia", "Curso de análise de dados", "Aulas de piano em casa"],
    ["Aventura de enigmas", "Técnico de futebol", "Fazendinha tranquila"],
    ["Ração fresca para cães", "Fonte de água para gatos", "Rastreador GPS para pets"],
    ["Fone com cancelamento de ruído", "Miniprojetor", "Teclado mecânico"],
    ["Bicicleta elétrica urbana", "Pneus de inverno", "Câmera veicular"],
  ],
  headlines: [
    "{p}: {n}% de desconto na primeira compra",
    "Por que 40 mil pessoas escolheram {b}",
    "{p}, enfim sem complicação",
    "{b}: feito com calma, enviado hoje",
    "Testei por 30 dias: {p}",
    "Só esta semana na {b}: {p}",
  ],
  seasonal: [
    "Um presente que fica: {p}",
    "Semana de ofertas: {n}% em tudo da {b}",
    "Ano novo, pique novo: {p}",
    "O verão começa com {b}",
  ],
  subtitles: [
    "Frete grátis e 60 dias para trocar",
    "Nota 4,8 de 5 por 12.403 clientes",
    "Sem assinatura, sem letras miúdas",
  ],
  descriptions: [
    "Criamos a {b} porque nada era bom o bastante. Três anos e 61 protótipos depois, aqui está.",
    "Peça até as 16h e sai hoje mesmo. Se não gostar, a devolução é por nossa conta.",
    "O melhor preço da estação termina domingo à meia-noite.",
  ],
  ctas: ["Comprar", "Saiba mais", "Cadastre-se", "Baixar", "Reservar", "Ver oferta", "Assinar", "Jogar agora"],
};
